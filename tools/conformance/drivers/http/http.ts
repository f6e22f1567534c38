// The drivers of plain HTTP, in order. Every driver leaves the engine as empty as before.

import type { Driver } from '../scene.js';
import { build } from './build.js';
import { clearContainers, containers } from './containers.js';
import { exec } from './exec.js';
import { images } from './images.js';
import { networks } from './networks.js';
import { plugins } from './plugins.js';
import { setup } from './setup.js';
import { joining, swarm } from './swarm.js';
import { events, refusals, system } from './system.js';
import { volumes } from './volumes.js';

export const http: Readonly<Record<string, Driver>> = {
  setup,
  refusals,
  containers,
  exec,
  build,
  images,
  volumes,
  clearContainers,
  networks,
  plugins,
  events,
  joining,
  swarm,
  system,
};
