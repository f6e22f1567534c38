/** Lets programs change to a folder whose path has backslashes, as on Windows. */
const original = process.chdir.bind(process);
process.chdir = (folder) => original(folder.replaceAll('\\', '/'));
