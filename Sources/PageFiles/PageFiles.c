#include "PageFiles.h"

// `#embed` costs the compiler nothing; as arrays in Swift these bytes took half of LivePage's compile time.

static const unsigned char announcer_js[] = {
#embed "Web/announcer.js"
};
static const unsigned char app_js[] = {
#embed "Web/app.js"
};
static const unsigned char cells_crossed_js[] = {
#embed "Web/cells-crossed.js"
};
static const unsigned char compare_form_js[] = {
#embed "Web/compare-form.js"
};
static const unsigned char comparison_js[] = {
#embed "Web/comparison.js"
};
static const unsigned char connection_js[] = {
#embed "Web/connection.js"
};
static const unsigned char counts_js[] = {
#embed "Web/counts.js"
};
static const unsigned char curve_paths_js[] = {
#embed "Web/curve-paths.js"
};
static const unsigned char curve_js[] = {
#embed "Web/curve.js"
};
static const unsigned char download_js[] = {
#embed "Web/download.js"
};
static const unsigned char ensemble_js[] = {
#embed "Web/ensemble.js"
};
static const unsigned char field_checks_js[] = {
#embed "Web/field-checks.js"
};
static const unsigned char gestures_js[] = {
#embed "Web/gestures.js"
};
static const unsigned char glow_js[] = {
#embed "Web/glow.js"
};
static const unsigned char grid_view_js[] = {
#embed "Web/grid-view.js"
};
static const unsigned char group_js[] = {
#embed "Web/group.js"
};
static const unsigned char index_html[] = {
#embed "Web/index.html"
};
static const unsigned char interventions_js[] = {
#embed "Web/interventions.js"
};
static const unsigned char keyboard_js[] = {
#embed "Web/keyboard.js"
};
static const unsigned char notice_js[] = {
#embed "Web/notice.js"
};
static const unsigned char open_session_js[] = {
#embed "Web/open-session.js"
};
static const unsigned char pace_js[] = {
#embed "Web/pace.js"
};
static const unsigned char page_js[] = {
#embed "Web/page.js"
};
static const unsigned char paint_js[] = {
#embed "Web/paint.js"
};
static const unsigned char painter_js[] = {
#embed "Web/painter.js"
};
static const unsigned char parameters_js[] = {
#embed "Web/parameters.js"
};
static const unsigned char person_pictures_js[] = {
#embed "Web/person-pictures.js"
};
static const unsigned char played_run_js[] = {
#embed "Web/played-run.js"
};
static const unsigned char protocol_js[] = {
#embed "Web/protocol.js"
};
static const unsigned char reducer_js[] = {
#embed "Web/reducer.js"
};
static const unsigned char relations_js[] = {
#embed "Web/relations.js"
};
static const unsigned char rule_diagram_js[] = {
#embed "Web/rule-diagram.js"
};
static const unsigned char run_screen_js[] = {
#embed "Web/run-screen.js"
};
static const unsigned char session_store_js[] = {
#embed "Web/session-store.js"
};
static const unsigned char setup_screen_js[] = {
#embed "Web/setup-screen.js"
};
static const unsigned char states_js[] = {
#embed "Web/states.js"
};
static const unsigned char study_form_js[] = {
#embed "Web/study-form.js"
};
static const unsigned char style_css[] = {
#embed "Web/style.css"
};
static const unsigned char viewport_js[] = {
#embed "Web/viewport.js"
};
static const unsigned char watched_run_js[] = {
#embed "Web/watched-run.js"
};

static const char HTML[] = "text/html; charset=utf-8";
static const char STYLE[] = "text/css; charset=utf-8";
static const char SCRIPT[] = "text/javascript; charset=utf-8";

#define FILE(target, type, bytes) {target, type, bytes, sizeof bytes}

static const struct page_file files[] = {
    FILE("/announcer.js", SCRIPT, announcer_js),
    FILE("/app.js", SCRIPT, app_js),
    FILE("/cells-crossed.js", SCRIPT, cells_crossed_js),
    FILE("/compare-form.js", SCRIPT, compare_form_js),
    FILE("/comparison.js", SCRIPT, comparison_js),
    FILE("/connection.js", SCRIPT, connection_js),
    FILE("/counts.js", SCRIPT, counts_js),
    FILE("/curve-paths.js", SCRIPT, curve_paths_js),
    FILE("/curve.js", SCRIPT, curve_js),
    FILE("/download.js", SCRIPT, download_js),
    FILE("/ensemble.js", SCRIPT, ensemble_js),
    FILE("/field-checks.js", SCRIPT, field_checks_js),
    FILE("/gestures.js", SCRIPT, gestures_js),
    FILE("/glow.js", SCRIPT, glow_js),
    FILE("/grid-view.js", SCRIPT, grid_view_js),
    FILE("/group.js", SCRIPT, group_js),
    FILE("/", HTML, index_html),
    FILE("/interventions.js", SCRIPT, interventions_js),
    FILE("/keyboard.js", SCRIPT, keyboard_js),
    FILE("/notice.js", SCRIPT, notice_js),
    FILE("/open-session.js", SCRIPT, open_session_js),
    FILE("/pace.js", SCRIPT, pace_js),
    FILE("/page.js", SCRIPT, page_js),
    FILE("/paint.js", SCRIPT, paint_js),
    FILE("/painter.js", SCRIPT, painter_js),
    FILE("/parameters.js", SCRIPT, parameters_js),
    FILE("/person-pictures.js", SCRIPT, person_pictures_js),
    FILE("/played-run.js", SCRIPT, played_run_js),
    FILE("/protocol.js", SCRIPT, protocol_js),
    FILE("/reducer.js", SCRIPT, reducer_js),
    FILE("/relations.js", SCRIPT, relations_js),
    FILE("/rule-diagram.js", SCRIPT, rule_diagram_js),
    FILE("/run-screen.js", SCRIPT, run_screen_js),
    FILE("/session-store.js", SCRIPT, session_store_js),
    FILE("/setup-screen.js", SCRIPT, setup_screen_js),
    FILE("/states.js", SCRIPT, states_js),
    FILE("/study-form.js", SCRIPT, study_form_js),
    FILE("/style.css", STYLE, style_css),
    FILE("/viewport.js", SCRIPT, viewport_js),
    FILE("/watched-run.js", SCRIPT, watched_run_js),
};

const struct page_file *page_file(size_t index) {
  return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}
