/** Makes npm use the configuration of the tests instead of that of the environment. */
export function useSettings(npmrc: string): void {
  for (const name of Object.keys(process.env)) if (/^npm_config_/i.test(name)) delete process.env[name];
  process.env['npm_config_userconfig'] = npmrc;
}
