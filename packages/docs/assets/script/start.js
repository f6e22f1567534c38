// Starts everything. The site has all of these files in one, in the order in which they are imported here.
import { startTheme } from './theme-switch.js';
import { startVersions } from './versions.js';
import { startDiffers } from './differs.js';
import { startSearch } from './search.js';
import { startContents } from './contents.js';
import { startCopy } from './copy.js';

startTheme();
startContents();
startVersions();
startDiffers();
startSearch();
startCopy();
