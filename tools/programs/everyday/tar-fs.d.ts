declare module 'tar-fs';
