import type { security } from '#contract/identity/factors';
import type { ResponseOf } from '#contract/platform';

export type Security = ResponseOf<typeof security>;

export type SecurityKey = Security['security_keys'][number];
