import type { Env as WorkerEnv } from '../../worker/platform/context.ts';
import type { Mail } from '../../tools/stack/mail/outbox.ts';

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      OWNER_DATABASE_URL: string;
      MAIL: WorkerEnv['MAIL'] & { sent(to?: string): Promise<Mail[]> };
    }
    interface GlobalProps {
      mainModule: typeof import('../../worker/index.ts');
    }
  }
}
