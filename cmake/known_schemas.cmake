# The schemas that the command and the Python package know by name.
set(schemac_own_schemas
  blaze.yaml
  bloscpack.yaml
  oinf.yaml
  paddle.yaml
  primitiv.yaml)
set(schemac_known_schemas ${schemac_own_schemas})
list(TRANSFORM schemac_known_schemas PREPEND ${PROJECT_SOURCE_DIR}/schemas/)
foreach(name IN ITEMS gguf npy png safetensors wav)
  list(APPEND schemac_known_schemas ${PROJECT_SOURCE_DIR}/examples/formats/${name}.yaml)
endforeach()
