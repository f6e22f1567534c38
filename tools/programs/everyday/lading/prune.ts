import { connect } from '@lading/client';

await using engine = await connect();
const { ContainersDeleted } = await engine.container.prune({ filters: { label: ['test=1'] } });
const { ImagesDeleted } = await engine.image.prune({ filters: { dangling: ['true'] } });
console.log(ContainersDeleted?.length, ImagesDeleted?.length ?? 0);
