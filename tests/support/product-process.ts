import { openOutbox } from '../../tools/stack/mail/outbox.ts';
import { startProduct, type ProductOptions } from '../../tools/stack/product.ts';

/** The product in a process of its own, which a test may kill: options as JSON, "ready" on the output. */
const options = JSON.parse(process.argv[2]!) as Omit<ProductOptions, 'outbox'>;
await startProduct({ ...options, outbox: openOutbox(null) });
console.log('ready');
