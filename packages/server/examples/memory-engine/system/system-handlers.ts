/** Handles operations of the engine itself. */
import { BadRequest, reply, ServerError, type HandlersV144 } from '@lading/server';
import { summaryOf as containerSummary } from '../containers/describe.js';
import type { Engine } from '../engine.js';
import { momentOf } from '../filters.js';
import { summaryOf as imageSummary } from '../images/image-handlers.js';
import { engineVersion, infoOf } from './info.js';

export function systemHandlers(engine: Engine): NonNullable<HandlersV144['system']> {
  return {
    // The headers announce the classic builder and no swarm.
    ping: () => reply(200, 'OK', { 'Builder-Version': '1', Swarm: 'inactive' }),
    info: () => infoOf(engine),
    version: () => ({
      Platform: { Name: 'Memory Engine' },
      Components: [
        {
          Name: 'Engine',
          Version: engineVersion,
          Details: {
            Arch: 'amd64',
            BuildTime: '',
            Experimental: 'false',
            GitCommit: '',
            GoVersion: '',
            KernelVersion: '',
            Os: 'linux',
            ApiVersion: '',
            MinAPIVersion: '',
          },
        },
      ],
      Version: engineVersion,
      // The server sets the range of supported versions.
      ApiVersion: '',
      MinAPIVersion: '',
      GitCommit: '',
      GoVersion: '',
      Os: 'linux',
      Arch: 'amd64',
    }),
    events({ query, signal }) {
      const { since, until } = query;
      if (since !== undefined && until !== undefined && momentOf(since) > momentOf(until))
        throw new BadRequest(`\`since\` time (${since}) cannot be after \`until\` time (${until})`);
      return engine.events.listen(query, signal);
    },
    auth: ({ body: { serveraddress } }) => {
      if (!serveraddress) throw new ServerError('this engine has no registry');
      return { Status: 'Login Succeeded', IdentityToken: '' };
    },
    dataUsage({ query: { type } }) {
      const isRequested = (kind: NonNullable<typeof type>[number]): boolean =>
        type === undefined || type.length === 0 || type.includes(kind);
      const { containers, images, volumes } = engine;
      return {
        LayersSize: images.all().reduce((sum, { files }) => sum + files.size, 0),
        Images: isRequested('image')
          ? images.all().map((image) => ({ ...imageSummary(image), Containers: usersOf(image.id), SharedSize: 0 }))
          : null,
        Containers: isRequested('container')
          ? [...containers.values()].map((container) => containerSummary(container, engine, true))
          : null,
        Volumes: isRequested('volume')
          ? volumes
              .all()
              .map((volume) => ({ ...volume, UsageData: { Size: 0, RefCount: volumes.usersOf(volume.Name).length } }))
          : null,
        BuildCache: isRequested('build-cache') ? [] : null,
      };
    },
  };

  function usersOf(image: string): number {
    return [...engine.containers.values()].filter((container) => container.image.id === image).length;
  }
}
