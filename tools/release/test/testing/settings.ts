/** Lets npm read the settings of the tests, whatever it was started with itself. */
export function useSettings(npmrc: string): void {
  for (const name of Object.keys(process.env)) if (/^npm_config_/i.test(name)) delete process.env[name];
  process.env['npm_config_userconfig'] = npmrc;
}
