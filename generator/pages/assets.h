// The bodies, styles and scripts of the pages of files and directories; the files beside this one,
// the scripts in the order in which the page of a file loads them.
#pragma once

#include "html/asset.h"

namespace schemac::pages {

extern const html::Asset explain_html;  ///< with {names} for what varies
extern const html::Asset explain_css;
extern const html::Asset verdict_css;  ///< of both
extern const html::Asset index_html;   ///< of a directory, likewise
extern const html::Asset index_css;
extern const html::Asset arrays_css;  ///< of both

extern const html::Asset elements_js;
extern const html::Asset model_js;
extern const html::Asset texts_js;
extern const html::Asset list_js;
extern const html::Asset tree_js;
extern const html::Asset bytes_js;
extern const html::Asset arrays_js;  ///< of both
extern const html::Asset details_js;
extern const html::Asset search_js;
extern const html::Asset table_js;
extern const html::Asset main_js;
extern const html::Asset index_js;  ///< of the page of a directory

}  // namespace schemac::pages
