/** Commands of files and folders. */
import { print, type Commands } from '../command.js';
import { copy, move } from './copy.js';
import { find } from './find.js';
import { mkdir, rm, rmdir } from './folders.js';
import { link, ln, readlink, realpath, unlink } from './links.js';
import { ls } from './ls.js';
import { basename, dirname, mktemp } from './names.js';
import { chgrp, chmod, chown } from './owners.js';
import { du, stat } from './stat.js';
import { touch, truncate } from './touch.js';

export const fileCommands: Commands = {
  pwd: (process) => print(process, process.folder),
  ls,
  mkdir,
  rm,
  rmdir,
  cp: copy,
  mv: move,
  ln,
  link,
  unlink,
  touch,
  truncate,
  chmod,
  chown,
  chgrp,
  readlink,
  realpath,
  basename,
  dirname,
  mktemp,
  find,
  stat,
  du,
};
