/** Writes configuration files from templates, as the official image does at its start. */
import type { ProgramContext } from '@lading/engine';

export async function writeTemplates({ env, files, stdout }: ProgramContext): Promise<number> {
  const folder = env['NGINX_ENVSUBST_TEMPLATE_DIR'] ?? '/etc/nginx/templates';
  const output = env['NGINX_ENVSUBST_OUTPUT_DIR'] ?? '/etc/nginx/conf.d';
  const suffix = env['NGINX_ENVSUBST_TEMPLATE_SUFFIX'] ?? '.template';
  for (const name of files.list(folder)) {
    const template = files.read(`${folder}/${name}`)?.toString();
    if (template === undefined || !name.endsWith(suffix)) continue;
    const target = `${output}/${name.slice(0, -suffix.length)}`;
    await stdout.write(`20-envsubst-on-templates.sh: Running envsubst on ${folder}/${name} to ${target}\n`);
    // Only variables that exist are replaced, since nginx has its own.
    files.write(
      target,
      template.replaceAll(
        /\$\{(\w+)\}|\$(\w+)/g,
        (whole, braced: string | undefined, plain: string | undefined) => env[braced ?? plain ?? ''] ?? whole,
      ),
    );
  }
  return 0;
}
