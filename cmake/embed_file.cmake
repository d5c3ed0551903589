# Run by schemac_embed: makes OUTPUT, a C++ source that defines NAMESPACE::NAME with the bytes of FILE
# and their SHA-256.
file(READ ${FILE} hex HEX)
file(SHA256 ${FILE} sha256)
string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," sha256 "${sha256}")
file(WRITE ${OUTPUT} "#include \"html/asset.h\"

namespace ${NAMESPACE} {
namespace {

const char bytes[] = {
${bytes}};
const char sha256[] = {${sha256}};

}  // namespace

extern const schemac::html::Asset ${NAME};
const schemac::html::Asset ${NAME} = {{bytes, sizeof bytes}, {sha256, sizeof sha256}};

}  // namespace ${NAMESPACE}
")
