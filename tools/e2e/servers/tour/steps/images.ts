/** Images: import, save, load, and a registry. */
import type { TourStep } from '../step.js';

export const images: readonly TourStep[] = [
  { name: 'import', words: "import -c 'CMD [\"sh\"]' -c 'ENV A=b' rootfs.tar tour:1" },
  { name: 'images', words: "images --format '{{.Repository}}:{{.Tag}} {{.Size}}'" },
  { name: 'image inspect', words: "image inspect -f '{{.Architecture}} {{.Config.Cmd}} {{.Config.Env}}' tour:1" },
  { name: 'inspect, whole', words: 'image inspect tour:1' },
  { name: 'history', words: "history --format '{{.Size}} {{.CreatedBy}} {{.Comment}}' tour:1" },
  { name: 'tag', words: 'tag tour:1 127.0.0.1:5000/tour:1' },
  {
    name: 'push',
    words: 'push 127.0.0.1:5000/tour:1',
    masks: [[/^.*(Preparing|Waiting|Pushed|Layer already).*\n/gm, '']],
  },
  { name: 'rmi', words: 'rmi 127.0.0.1:5000/tour:1', isSorted: true },
  { name: 'pull', words: 'pull 127.0.0.1:5000/tour:1' },
  { name: 'pull -q', words: 'pull -q 127.0.0.1:5000/tour:1' },
  { name: 'images with a filter', words: "images --filter reference=127.0.0.1:5000/* --format '{{.Repository}}'" },
  { name: 'save', words: 'save -o image.tar tour:1' },
  { name: 'load', words: 'load -i image.tar' },
  { name: 'login that is refused', words: 'login -u tester -p wrong 127.0.0.1:5001' },
  { name: 'login', words: 'login -u tester -p opensesame 127.0.0.1:5001' },
  { name: 'tag for the registry with a login', words: 'tag tour:1 127.0.0.1:5001/tour:1' },
  {
    name: 'push with credentials',
    words: 'push 127.0.0.1:5001/tour:1',
    masks: [[/^.*(Preparing|Waiting|Pushed|Layer already).*\n/gm, '']],
  },
  { name: 'logout', words: 'logout 127.0.0.1:5001' },
  {
    name: 'push without credentials',
    words: 'push 127.0.0.1:5001/tour:1',
    masks: [[/^.*(Preparing|Waiting).*\n/gm, '']],
  },
  { name: 'error: no such image', words: 'image inspect none:1' },
  { name: 'error: pull of what is not there', words: 'pull 127.0.0.1:5000/none:1' },
  { name: 'error: a bad reference', words: 'tag tour:1 UPPER' },
];
