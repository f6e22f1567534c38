/** The modules of the server and its peers. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peers, repository } from '../places.mjs';

const fromServer = createRequire(join(repository, 'packages', 'server', 'package.json'));

/** The module of a Lading package. @param {string} name */
export const ours = (name) => pathToFileURL(fromServer.resolve(`@lading/${name}`)).href;

/** The module of a peer. @param {string} name */
export const peer = (name) => pathToFileURL(peers.require.resolve(name)).href;
