/** At 1.41 only an entry of `Binds` creates a missing path on the host, so such mounts become entries. */
import { isGiven, isList, propertyOf, Refusal, withProperty, type Hook } from '@lading/runtime-conversion';

export function createdMountpoints(): Hook {
  return {
    async around(request, next) {
      const host = propertyOf(request.body, 'HostConfig');
      const mounts = propertyOf(host, 'Mounts');
      if (!isList(mounts)) return next(request);
      const creating = mounts.filter((mount) => propertyOf(mount, 'BindOptions', 'CreateMountpoint') === true);
      const left = mounts.filter((mount) => !creating.includes(mount));
      const before = propertyOf(host, 'Binds');
      const binds = [...(isList(before) ? before : []), ...creating.map(bindOf)];
      const body = withProperty(withProperty(host, 'Mounts', left), 'Binds', binds);
      return next({ ...request, body: withProperty(request.body, 'HostConfig', body) });
    },
  };
}

/** Returns the entry of `Binds` for a mount: `source:target:options`. */
function bindOf(mount: unknown): string {
  const of = (...names: readonly string[]) => propertyOf(mount, ...names);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const [source, target] = [text(of('Source')), text(of('Target'))];
  const colon = [source, target].find((path) => path.includes(':'));
  if (colon !== undefined) throw refused(`with a colon in ${JSON.stringify(colon)}`);
  if (isGiven(of('BindOptions', 'NonRecursive'))) throw refused('with BindOptions.NonRecursive');
  const consistency = text(of('Consistency'));
  const options = [
    ...(of('ReadOnly') === true ? ['ro'] : []),
    ...(isGiven(of('BindOptions', 'Propagation')) ? [text(of('BindOptions', 'Propagation'))] : []),
    ...(consistency === '' || consistency === 'default' ? [] : [consistency]),
  ];
  return [source, target, ...(options.length === 0 ? [] : [options.join(',')])].join(':');
}

function refused(what: string): Refusal {
  return new Refusal(400, `BindOptions.CreateMountpoint ${what} needs API version 1.42`, 'mount-createmountpoint');
}
