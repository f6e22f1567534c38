// Starts all features of a page. The site bundles these modules into one file, in the order of these imports.
import { startTheme } from './theme-switch.js';
import { startVersions } from './versions.js';
import { startCodePanels } from './code-panels.js';
import { startNested } from './nested.js';
import { startChangesFilter } from './changes-filter.js';
import { startNavigation } from './navigation.js';
import { startSearch } from './search.js';
import { startContents } from './contents.js';
import { startContentsSpy } from './contents-spy.js';
import { startPageFilters } from './page-filters.js';
import { startComparePage } from './compare-page.js';
import { startHistory } from './history.js';
import { startTry } from './try.js';

startTheme();
startNavigation();
startContents();
const foldCode = startCodePanels();
startNested();
foldCode();
startVersions();
startChangesFilter();
startSearch();
startContentsSpy();
startPageFilters();
startComparePage();
startHistory();
startTry();
