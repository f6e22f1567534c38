/** Below 1.48 no warning says that a volume driver has no effect on mounts. */
import { isList, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';
import { warningOfVolumeDriver } from './volume-driver-warning.js';

export function noVolumeDriverWarning(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      const warnings = propertyOf(response.body, 'Warnings');
      if (!isList(warnings) || !warnings.includes(warningOfVolumeDriver)) return response;
      const left = warnings.filter((warning) => warning !== warningOfVolumeDriver);
      return { ...response, body: withProperty(response.body, 'Warnings', left) };
    },
  };
}
