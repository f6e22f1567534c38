/** `node:module` for a run of the tests with the paths of Windows: the file for which packages are resolved has slashes. */
import module from 'node:module';

export const createRequire: typeof module.createRequire = (file) =>
  module.createRequire(typeof file === 'string' ? file.replaceAll('\\', '/') : file);
export const { builtinModules, isBuiltin, syncBuiltinESMExports } = module;
export default module;
