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
import { startOnDemand } from './elements.js';
import { startPageActions } from './page-actions.js';
import { startChoices } from './choices.js';

startTheme();
startNavigation();
startContents();
startChoices();
const foldCode = startCodePanels();
startNested();
foldCode();
startVersions();
startChangesFilter();
startSearch();
startContentsSpy();
startPageFilters();
startOnDemand();
startPageActions();
