/* One file for both: what says that a material is not here comes while there is a connection, with what keeps one. */
export { KeepMaterial } from './keep-button.tsx';
export { NotKept } from './not-kept.tsx';
