/// A file of the page, embedded in the program: nothing is read from disk on request, so no
/// address can lead out of the list.
package struct Asset: Equatable, Sendable {
  package var type: String
  package var bytes: [UInt8]

  /// By request target, exactly as sent.
  package static let all: [String: Asset] = [
    "/": html(PackageResources.index_html),
    "/style.css": Asset(type: "text/css; charset=utf-8", bytes: PackageResources.style_css),
    "/announcer.js": script(PackageResources.announcer_js),
    "/app.js": script(PackageResources.app_js),
    "/cells-crossed.js": script(PackageResources.cells_crossed_js),
    "/compare-form.js": script(PackageResources.compare_form_js),
    "/comparison.js": script(PackageResources.comparison_js),
    "/connection.js": script(PackageResources.connection_js),
    "/controls.js": script(PageControl.script),
    "/counts.js": script(PackageResources.counts_js),
    "/curve.js": script(PackageResources.curve_js),
    "/curve-paths.js": script(PackageResources.curve_paths_js),
    "/download.js": script(PackageResources.download_js),
    "/ensemble.js": script(PackageResources.ensemble_js),
    "/field-checks.js": script(PackageResources.field_checks_js),
    "/gestures.js": script(PackageResources.gestures_js),
    "/glow.js": script(PackageResources.glow_js),
    "/grid-view.js": script(PackageResources.grid_view_js),
    "/group.js": script(PackageResources.group_js),
    "/interventions.js": script(PackageResources.interventions_js),
    "/keyboard.js": script(PackageResources.keyboard_js),
    "/notice.js": script(PackageResources.notice_js),
    "/open-session.js": script(PackageResources.open_session_js),
    "/pace.js": script(PackageResources.pace_js),
    "/page.js": script(PackageResources.page_js),
    "/paint.js": script(PackageResources.paint_js),
    "/painter.js": script(PackageResources.painter_js),
    "/parameters.js": script(PackageResources.parameters_js),
    "/person-pictures.js": script(PackageResources.person_pictures_js),
    "/played-run.js": script(PackageResources.played_run_js),
    "/protocol.js": script(PackageResources.protocol_js),
    "/reducer.js": script(PackageResources.reducer_js),
    "/relations.js": script(PackageResources.relations_js),
    "/rule-diagram.js": script(PackageResources.rule_diagram_js),
    "/run-screen.js": script(PackageResources.run_screen_js),
    "/session-store.js": script(PackageResources.session_store_js),
    "/setup-screen.js": script(PackageResources.setup_screen_js),
    "/states.js": script(PackageResources.states_js),
    "/study-form.js": script(PackageResources.study_form_js),
    "/viewport.js": script(PackageResources.viewport_js),
    "/watched-run.js": script(PackageResources.watched_run_js),
  ]

  private static func html(_ bytes: [UInt8]) -> Asset {
    Asset(type: "text/html; charset=utf-8", bytes: bytes)
  }

  private static func script(_ bytes: [UInt8]) -> Asset {
    Asset(type: "text/javascript; charset=utf-8", bytes: bytes)
  }
}
