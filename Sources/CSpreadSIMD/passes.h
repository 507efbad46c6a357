// All passes of a level together, behind those who define them.
#pragma once
#include "clocks.h"
#include "deal.h"
#include "draw.h"
#include "grid_clocks.h"
#include "lists.h"
#include "onset.h"
#include "shape.h"
#include "sources.h"

const struct spread_passes LEVEL(spread_passes) = {
    .draw = pass_draw,
    .read = pass_read,
    .keep = pass_keep,
    .take_ended = pass_take_ended,
    .begin = pass_begin,
    .choose = pass_choose,
    .draw_lengths = pass_draw_lengths,
    .upper_bytes = pass_upper_bytes,
    .deal = pass_deal,
    .append = pass_append,
    .sum_row = pass_sum_row,
    .draw_lists = pass_draw_lists,
    .gaps = pass_gaps,
    .start_clocks = pass_start_clocks,
    .keep_ringing = pass_keep_ringing,
    .start_grid_clocks = pass_start_grid_clocks,
    .draw_grid_clocks = pass_draw_grid_clocks,
};
