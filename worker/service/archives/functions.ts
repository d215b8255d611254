import { json, nothing, sqlFunction } from '../../platform/functions.ts';

export const ownArchive = sqlFunction('own_archive', {}, json<Record<string, unknown>>());

export const requireConfirmed = sqlFunction('require_confirmed', {}, nothing);
