/** At 1.24 a security option is a name, `seccomp`; later it has settings, `name=seccomp,profile=builtin`. */
import { isList, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';

export function securityOptionNames(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      const options = propertyOf(response.body, 'SecurityOptions');
      if (response.status >= 400 || !isList(options)) return response;
      return { ...response, body: withProperty(response.body, 'SecurityOptions', options.map(nameOf)) };
    },
  };
}

function nameOf(option: unknown): unknown {
  const setting = String(option)
    .split(',')
    .find((part) => part.startsWith('name='));
  return setting === undefined ? option : setting.slice('name='.length);
}
