/** The warning of a volume driver that has no effect on mounts. */
import { isGiven, isList, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';

/** The warning in the words of engines. */
const warningOfVolumeDriver =
  "WARNING: the container-wide volume-driver configuration is ignored for volumes specified via 'mount'. " +
  "Use '--mount type=volume,volume-driver=...' instead";

/** From 1.48 on responses warn of a volume driver that has no effect on mounts. */
export function volumeDriverWarning(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.status >= 400 || !isWarnedOf(request.body)) return response;
      const warnings = propertyOf(response.body, 'Warnings');
      const all = [...(isList(warnings) ? warnings : []), warningOfVolumeDriver];
      return { ...response, body: withProperty(response.body, 'Warnings', all) };
    },
  };
}

/** Whether a container has a volume driver, and a mount of a volume without one. */
function isWarnedOf(body: unknown): boolean {
  const host = propertyOf(body, 'HostConfig');
  const mounts = propertyOf(host, 'Mounts');
  if (!isGiven(propertyOf(host, 'VolumeDriver')) || !isList(mounts)) return false;
  return mounts.some(
    (mount) =>
      propertyOf(mount, 'Type') === 'volume' && !isGiven(propertyOf(mount, 'VolumeOptions', 'DriverConfig', 'Name')),
  );
}

/** Below 1.48 no warning says that a volume driver has no effect on mounts. */
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
