// Starts all features of a page. The site bundles these modules into one file, in the order of these imports.
import { startTheme } from './theme-switch.js';
import { startVersions } from './versions.js';
import { startChangesFilter } from './changes-filter.js';
import { startSearch } from './search.js';
import { startContents } from './contents.js';
import { startCopy } from './copy.js';

startTheme();
startContents();
startVersions();
startChangesFilter();
startSearch();
startCopy();
