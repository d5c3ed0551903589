// Takes a piece of code apart into tokens, with their brackets and the bodies of lambdas.
#pragma once

#include "emit/format/token.h"

namespace schemac::emit::format {

/// Fills `line`, whose vectors may have been used before.
void lex(const Piece& piece, Line& line);

}  // namespace schemac::emit::format
