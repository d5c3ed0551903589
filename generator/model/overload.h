// Functions as one that std::visit takes: one for each kind of a variant, so that a kind without
// one doesn't compile.
#pragma once

namespace schemac::model {

template <class... Fs>
struct Overload : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overload(Fs...) -> Overload<Fs...>;

}  // namespace schemac::model
