/** Networks and volumes. */
import type { TourStep } from '../step.js';

export const networks: readonly TourStep[] = [
  { name: 'network create', words: 'network create --subnet 10.77.0.0/24 --label a=b --internal net' },
  { name: 'network ls', words: "network ls -f label=a=b --format '{{.Name}} {{.Driver}} {{.Scope}} {{.Internal}}'" },
  { name: 'network connect', words: 'network connect --alias here --ip 10.77.0.9 net user' },
  { name: 'network inspect', words: 'network inspect net' },
  {
    name: 'inspect of networks',
    words:
      "inspect -f '{{range $k, $v := .NetworkSettings.Networks}}{{$k}} {{json $v.IPAMConfig}} {{$v.Aliases}} {{end}}' user",
  },
  { name: 'error: remove a network in use', words: 'network rm net' },
  { name: 'network disconnect', words: 'network disconnect net user' },
  { name: 'run in a network', words: 'run --rm --network net --network-alias me --ip 10.77.0.8 tour:1 hostname -i' },
  { name: 'network prune', words: 'network prune -f' },
  { name: 'error: no such network', words: 'network inspect none' },
  { name: 'error: a bad subnet', words: 'network create --subnet none other-net' },
  { name: 'volume create', words: 'volume create --label a=b vol' },
  { name: 'volume create of the same', words: 'volume create vol' },
  { name: 'volume ls', words: "volume ls -f label=a=b --format '{{.Name}} {{.Driver}} {{.Labels}}'" },
  { name: 'volume inspect', words: 'volume inspect vol' },
  { name: 'error: remove a volume in use', words: 'volume rm data' },
  { name: 'volume rm', words: 'volume rm vol' },
  { name: 'error: no such volume', words: 'volume inspect none' },
  { name: 'volume create for prune', words: 'volume create unused' },
  { name: 'an anonymous volume', words: 'run --name anonymous -v /anonymous tour:1 true' },
  { name: 'and its container', words: 'rm anonymous' },
  { name: 'volume prune', words: 'volume prune -f', isSorted: true },
  { name: 'volume ls after it', words: "volume ls --format '{{.Name}}'" },
];

export const networksBefore: readonly TourStep[] = [
  { name: 'run -d of user', words: 'run -d --name user tour:1 sleep 600' },
];
