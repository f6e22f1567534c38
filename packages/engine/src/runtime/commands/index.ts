/** The commands that every container has. */
import { named, type Commands } from './command.js';
import { dataCommands } from './data.js';
import { fileCommands } from './files.js';
import { ipCommands } from './ip.js';
import { networkCommands } from './network.js';
import { processCommands } from './processes.js';
import { systemCommands } from './system.js';
import { textCommands } from './text/index.js';

export const builtInCommands: Commands = named({
  ...systemCommands,
  ...processCommands,
  ...fileCommands,
  ...textCommands,
  ...dataCommands,
  ...networkCommands,
  ...ipCommands,
});
