/// The columns of tables, which no factor may be called like.
package enum TableColumnNames {
  /// Besides parameters and responses. `TableColumnNamesTests` compares them with the tables.
  package static let all = Set(
    """
    acceptance accepted aicc bic ci_high ci_level ci_low ci_method column combination_a combination_b
    complete converged correction cpu_seconds critical_probability curve deviance difference
    difference_to dispersion distance draw draws drift effect effective_size eliminated_by estimate
    ever_infected factor feasible first_draw fitted_to from_step generation generation_mean
    generation_median generation_q05 generation_q25 generation_q75 generation_q95 generation_sd given
    group immune index infected infected_at_step label lack_of_fit_p latent level level_a level_b link
    margin max mean mean_large median median_ci_high median_ci_low message method min model n n_a n_b
    n_reached new_infections observed observed_high observed_low outcome p p_adjusted paired parameter
    people person point posterior prior_high prior_low proposals q05 q25 q75 q95 quantity r2 reference
    reference_mean replicate replicates response round_eliminated row rss runs runs_made sd se series
    share_large simultaneous_high simultaneous_low source statistic status std_error step stop_reason
    target test to_step tolerance unit verdict weight
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
