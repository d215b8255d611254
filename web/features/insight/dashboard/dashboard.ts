import type { getDashboard } from '#contract/insight/dashboard';
import type { ResponseOf } from '#contract/platform';

export type Dashboard = ResponseOf<typeof getDashboard>;
