/** The version of the engine and of its parts. */
import { release } from 'node:os';
import type { SystemVersion } from '@lading/types-v1.44';
import { engineVersion } from './info.js';

export function versionOf(): SystemVersion {
  const common = { GitCommit: '', GoVersion: '', Os: 'linux', Arch: 'amd64', KernelVersion: release(), BuildTime: '' };
  // The server sets the range of supported versions.
  const range = { ApiVersion: '', MinAPIVersion: '' };
  return {
    Platform: { Name: 'Lading reference engine' },
    Components: [{ Name: 'Engine', Version: engineVersion, Details: { ...common, ...range, Experimental: 'false' } }],
    Version: engineVersion,
    ...range,
    ...common,
  };
}
