import { json, sqlFunction } from '../../platform/database/functions.ts';
import type { Stored } from './health.ts';

export const health = sqlFunction('health', {}, json<Stored>());
