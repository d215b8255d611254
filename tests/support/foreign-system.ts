import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import JSZip from 'jszip';

const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript' };

/**
 * Another company's learning system, which nobody here wrote: scorm-again in a page of another origin and site, that
 * shows a package in a frame.
 */
export async function foreignSystem(bytes: ArrayBuffer, standard: '1.2' | '2004', learner = 'u-17') {
  const zip = await JSZip.loadAsync(bytes);
  const [file, made, id, name] =
    standard === '1.2'
      ? ['scorm12', 'API = new Scorm12API', 'cmi.core.student_id', 'cmi.core.student_name']
      : ['scorm2004', 'API_1484_11 = new Scorm2004API', 'cmi.learner_id', 'cmi.learner_name'];
  const page = `<!doctype html><html lang="uk"><head><title>Інша система</title>
<style>html, body { height: 100%; margin: 0; } iframe { width: 100%; height: 100%; border: 0; display: block; }</style>
<script src="/run-time.js"></script></head><body><script>
  window.${made}({ autocommit: false, logLevel: 5 });
  var system = window.${made.split(' ')[0]};
  system.loadFromFlattenedJSON({ ${JSON.stringify(id)}: ${JSON.stringify(learner)}, ${JSON.stringify(name)}: 'Шевченко, Олена' });
</script><iframe title="Курс" src="/package/index.html"></iframe></body></html>`;
  const files = new Map<string, string>([
    ['/', page],
    ['/run-time.js', readFileSync(join('node_modules/scorm-again/dist', `${file}.min.js`), 'utf8')],
  ]);
  files.set('/favicon.ico', '');
  for (const entry of Object.values(zip.files))
    files.set(`/package/${entry.name}`, await entry.async('string'));
  const server = createServer(({ url = '/' }, response) => {
    const text = files.get(url);
    const type = TYPES[url === '/' ? 'html' : (url.split('.').at(-1) ?? '')] ?? 'text/plain';
    response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': type }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
