"""Defects that were mended by kind (issue 16, item 4), each with the one decision of today's sources that keeps it away.

An entry breaks that decision: `old` stands exactly once in `path`. Entries that change few sources come first, and those of
one folder stand together, since each is built after the one before.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Reverted:
    kind: str  # memory, injection, silent loss, wrong verdict, time and memory
    defect: str
    path: str
    old: str
    new: str


TABLE = [
    # ---- generator/emit ----
    Reverted("injection", "the second line of a `doc` is outside its comment", "generator/emit/printer.cpp",
             'if (comment == std::string_view::npos || text.find_first_of("\\n\\r") == std::string_view::npos) {',
             "if (comment == std::string_view::npos || !text.empty()) {"),
    Reverted("injection", "control characters of a schema's texts reach C++", "generator/emit/visible_source.cpp",
             "if (std::all_of(line.begin(), line.end(), is_plain) && !joins_next(line)) return line;",
             "if (!std::all_of(line.begin(), line.end(), is_plain) || !joins_next(line)) return line;"),
    Reverted("injection", "a text that ends with a backslash joins the next line to its comment", "generator/emit/visible_source.cpp",
             "return line.ends_with('\\\\') || line.ends_with(\"?\\?/\");",
             "return line.empty() && (line.ends_with('\\\\') || line.ends_with(\"?\\?/\"));"),
    # ---- generator/emit/cpp ----
    Reverted("injection", "a line break in a message breaks a literal", "generator/emit/cpp/names.cpp",
             "} else if (byte >= 0x20 && byte < 0x7f) {", "} else if (byte < 0x7f) {"),
    Reverted("injection", "a schema is called like a namespace of the runtime", "generator/emit/cpp/names.cpp",
             'plan.format == "std" || plan.format == "schemac" || plan.format == "main"', 'plan.format == "main"'),
    Reverted("injection", "a field is called like a local of generated functions", "generator/emit/cpp/spell/local_names.cpp",
             "const bool is_taken = own_words().contains(identifier) ||", "const bool is_taken ="),
    Reverted("memory", "a padded record that holds another one is measured without its padding", "generator/emit/cpp/measure/size.cpp",
             'sum.pad(pad.multiple, pad.of_record ? "0" : scope.begin());',
             'if (sum.terms.empty()) sum.pad(pad.multiple, pad.of_record ? "0" : scope.begin());'),
    Reverted("memory", "a signed prefix is read as eight bytes", "generator/emit/cpp/wire/forms.cpp",
             'emit_member(out, "prefix", text.prefix ? dtype_name(text.prefix->dtype) : "",',
             'const bool has_sign = text.prefix && schemac::name(text.prefix->dtype).starts_with(\'i\');\n'
             '        emit_member(out, "prefix",\n'
             '                    text.prefix ? dtype_name(has_sign ? Dtype::i64 : text.prefix->dtype) : "",'),
    Reverted("memory", "signed numbers overflow in a generated condition", "generator/emit/cpp/spell/expressions.cpp",
             "if (expr.is_checked) return checked_call(expr, checked);",
             "if (expr.is_checked && !is_signed(expr)) return checked_call(expr, checked);\n"
             "    if (expr.is_checked)\n"
             "      return \"((void)\" + overflow_flag() + \", \" +\n"
             "             joined(expr.args[0], \" \" + std::string(op) + \" \", expr.args[1], true) + \")\";"),
    # ---- generator/steps: what generated code does ----
    Reverted("wrong verdict", "a number is read though it isn't there", "generator/steps/lower_field.cpp",
             "if (!field.presence) return add_present(id, at, limit, end, out);",
             "if (!field.presence || (field.body.fixed_size && !field.region))\n    return add_present(id, at, limit, end, out);"),
    Reverted("wrong verdict", "generated code allows fewer records at the end of a file than `min` says",
             "generator/steps/lower_list.cpp",
             "if (!is_view()) limit(list, site, count, limits);", ""),
    Reverted("time and memory", "generated code doesn't bound elements that may have no bytes", "generator/steps/lower_list.cpp",
             "if (list.elements_check && !is_bounded)", "if (list.elements_check && !list.may_be_empty() && !is_bounded)"),
    # ---- generator/direct ----
    Reverted("silent loss", "`is: offset(f)` counts from the start of its record", "generator/direct/write/derive.cpp",
             "return node.is_present && node.is_placed ? Outcome{Int128{node.content.begin}} : unknown();",
             "return node.is_present && node.is_placed ? Outcome{Int128{node.content.begin - begin}} : unknown();"),
    Reverted("silent loss", "padding after a record counts from the start of the file", "generator/direct/write/place.cpp",
             "begin + impl::padding_to(begin - (pad.of_record ? node.begin : 0), pad.multiple);", "begin + impl::padding_to(begin, pad.multiple);"),
    Reverted("silent loss", "a given offset is ignored", "generator/direct/write/place.cpp",
             "      if (jump.is_given) {\n        reached", "      if (jump.is_given && jump.is_late) {\n        reached"),
    Reverted("wrong verdict", "content at offsets in a section is put over the fields in it", "generator/direct/write/place.cpp",
             "place_payloads(node, i, node.sections[i].content_begin);", "place_payloads(node, i, begin);"),
    Reverted("silent loss", "encode takes a value for a field whose condition doesn't hold", "generator/direct/write/check.cpp",
             "if (is_wanted == node_.fields[id].is_present) return;", "if (!is_wanted || node_.fields[id].is_present) return;"),
    Reverted("wrong verdict", "validate allows fewer records at the end of a file than `min` says",
             "generator/direct/walk/elements.cpp",
             "if (is_loud_ && !count_ && walker_.run(record_, step_.counted) != Ending::whole)\n      return Ending::fault;", ""),
    Reverted("time and memory", "validate doesn't bound elements without bytes", "generator/direct/walk/bounds.cpp",
             "  told(step.blame.check, is_allowed);\n  if (is_allowed) return Ending::whole;",
             "  if (is_allowed || step.may_be_empty) return Ending::whole;"),
    Reverted("wrong verdict", "an index beyond the end of a list gives a number", "generator/direct/evaluate.cpp",
             "if (index < 0 || index >= length) return Outcome::failed(Failure::no_element);",
             "if (index < 0 || index >= length) return Outcome{0};"),
    # ---- generator/plan: what both executors obey ----
    Reverted("injection", "a name is a keyword", "generator/plan/identifiers.cpp",
             "if (reserved_words().contains(name) || is_macro) name += '_';", "if (is_macro) name += '_';"),
    Reverted("injection", "a name is a macro of system headers", "generator/plan/identifiers.cpp",
             "if (reserved_words().contains(name) || is_macro) name += '_';",
             "if (reserved_words().contains(name)) name += '_';"),
    Reverted("injection", "a field is called like a private member of a view", "generator/plan/identifiers.cpp",
             "if (out.ends_with('_')) out.pop_back();", ""),
    Reverted("injection", "a field is called like a type", "generator/plan/make/fields.cpp",
             "UniqueNames names(scope.builder.plan.type_names);", "UniqueNames names;"),
    Reverted("injection", "a type is called like the view of another one", "generator/plan/make_plan.cpp",
             'builder.plan.type_names.take(name + "View");', ""),
    Reverted("wrong verdict", "a leading constant of level `warn` ends the validation", "generator/plan/make_plan.cpp",
             "!root.magic.empty() && builder.plan.checks[root.magic_check].level == Level::error;", "!root.magic.empty();"),
    Reverted("silent loss", "bytes after what lies at offsets are let be", "generator/plan/make_plan.cpp",
             "if (!ends_with_file && !sections.empty()) sections.back().trailing = root.trailing;", ""),
    Reverted("silent loss", "bytes between contents at offsets are let be", "generator/plan/make/sections.cpp",
             'file.unclaimed = checks.unclaimed(scope.subject(file.name, ""));', ""),
    Reverted("wrong verdict", "content at offsets is found in the first root only", "generator/plan/make/sections.cpp",
             "if (scope.is_root && places_in_file(scope.builder.format, scope.index, seen))",
             "if (scope.is_root && scope.index == scope.builder.root_type &&\n"
             "      places_in_file(scope.builder.format, scope.index, seen))"),
    Reverted("wrong verdict", "contents at offsets may share bytes", "runtime/include/schemac/walk/file_extents.h",
             "note(context, kept.overlap, kept, Facts{kept.at, reached});", ""),
    Reverted("wrong verdict", "contents of a section may share bytes", "generator/plan/make/places.cpp",
             "jump.overlap = checks.overlap(at, *declared->overlap);",
             "(void)checks.overlap(at, *declared->overlap);"),
    Reverted("silent loss", "bytes of a region that no field claims are let be", "generator/plan/make/places.cpp",
             "lowered.region->fill =\n      scope.builder.checks.fill(subject_of_region(scope, field, *lowered.region), field.name);",
             "(void)scope.builder.checks.fill(subject_of_region(scope, field, *lowered.region), field.name);"),
    Reverted("wrong verdict", "`is` isn't held against anything where a member in it is absent", "generator/plan/make/requires.cpp",
             "const Expr value = zero_where_absent(scope_, stated_value);", "const Expr value = stated_value;"),
    Reverted("wrong verdict", "a function of a negative number gives a size", "generator/plan/expression_nodes.cpp",
             "if (is_of_sizes(op) && (args[0].range.min < 0 || args[1].range.min < 0)) expr.is_checked = true;",
             "(void)is_of_sizes;"),
    Reverted("memory", "a divisor that can't be calculated divides as 0", "generator/plan/expression_nodes.cpp",
             "(args[1].range.contains(0) || can_fail(args[1]))", "args[1].range.contains(0)"),
    Reverted("wrong verdict", "a negative parameter is taken as a size", "generator/plan/make/fields.cpp",
             "return range.min < 0 ? model::Range{model::min_i64, model::max_i64}\n"
             "                       : model::Range{0, model::max_u64};",
             "return range.min < 0 ? model::Range{0, model::max_i64} : model::Range{0, model::max_u64};"),
    Reverted("wrong verdict", "a `bool` in a list may be any byte", "generator/plan/make/scalars.cpp",
             "if (scalar.dtype == Dtype::bool8 && out.coding == Coding::plain)",
             "if (scalar.dtype == Dtype::bool8 && out.coding == Coding::plain && site.is_own)"),
    # ---- generator/model ----
    Reverted("silent loss", "numbers of a JSON text are swapped under `endian: be`", "generator/model/passes/types/json.cpp",
             "if (scalar != nullptr) scalar->endian = {};  // of what the text is decoded to", ""),
    Reverted("wrong verdict", "a version comes after what depends on it", "generator/model/passes/bind/versions.cpp",
             "if (*use.field > version.field || !is_inline(field)) return;",
             "if (*use.field != version.field || !is_inline(field)) return;"),
    Reverted("time and memory", "types that hold the next one twice are accepted", "generator/model/passes/budget.cpp",
             "} else if (extent.fields > budget::held_fields) {", "} else if (extent.fields > (budget::held_fields << 40)) {"),
    Reverted("time and memory", "a chain of 5,000 records is accepted", "generator/model/passes/budget.cpp",
             "if (extent.depth > budget::record_depth) {", "if (extent.depth > 1000 * budget::record_depth) {"),
    Reverted("time and memory", "a `let` that doubles the one before is accepted", "generator/model/passes/bind/binder.cpp",
             "  draft_.is_over_budget = true;\n  draft_\n", "  if (!what.empty()) return true;\n  draft_\n"),
]
