/** System commands. */
import type { TourStep } from '../step.js';

/** Masks for API versions: a gateway reports the versions that it serves, which are fewer than those of the engine. */
const servedVersions: TourStep['masks'] = [
  [/API version: .*/g, 'API version: <version>'],
  [/"(Min)?A[Pp][Ii]Version":"[\d.]+"/g, '"$1ApiVersion":"<version>"'],
];

export const beforeAll: readonly TourStep[] = [
  { name: 'version', words: 'version', masks: servedVersions },
  { name: 'version as JSON', words: "version --format '{{json .}}'", masks: servedVersions },
  { name: 'info', words: "info --format '{{.OSType}} {{.Driver}} {{.ServerVersion}} {{.Swarm.LocalNodeState}}'" },
  { name: 'info, whole', words: 'info', masks: [[/System Time: .*/g, ''], [/Name: .*/g, ''],
      [/Runtimes: .*/g, '']] }, // prettier-ignore
  { name: 'images: none', words: 'images' },
  { name: 'ps: none', words: 'ps -a' },
  { name: 'search', words: 'search 127.0.0.1:5002/busy' },
];

export const afterwards: readonly TourStep[] = [
  { name: 'system df', words: "system df --format '{{.Type}} {{.TotalCount}} {{.Active}}'" },
  {
    name: 'system df -v',
    words: "system df -v --format '{{range .Images}}{{.Repository}} {{.Containers}}{{println}}{{end}}'",
    isSorted: true,
  },
  { name: 'container prune', words: 'container prune -f', isSorted: true },
  { name: 'image prune', words: 'image prune -f --filter until=1h' },
  { name: 'builder prune', words: 'builder prune -af', isSorted: true, masks: [[/[a-z0-9]{25}/g, '<id>']] },
  { name: 'system prune', words: 'system prune -f --volumes', isSorted: true },
  { name: 'plugin ls', words: 'plugin ls' },
  { name: 'error: no such plugin', words: 'plugin inspect none' },
];
