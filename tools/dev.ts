import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'vite';
import { openDataFolder } from './stack/data-folder.ts';
import { Failure } from './stack/failure.ts';
import { startDatabase } from './stack/installation.ts';
import { startNeonProxy } from './stack/proxy/neon-proxy.ts';
import { ROOT } from './stack/paths.ts';
import { portProblem } from './stack/ports.ts';
import { LOCAL_HOST, productBindings } from './stack/product.ts';
import { runProgram } from './stack/program.ts';
import { dataPath, portFrom } from './stack/settings.ts';

/** The Worker under `wrangler dev` and the web client under Vite, both reloading; mails stand in wrangler's output. */
await runProgram(async ({ onStop, finish }) => {
  const port = portFrom(process.env.PORT);
  const problem = await portProblem(port);
  if (problem) throw new Failure(`Port ${port} ${problem}; set PORT to another.`);
  const folder = await openDataFolder(dataPath());
  onStop(folder.release);
  const { postgres } = await startDatabase(folder, { demo: true, onStop });
  const proxy = await startNeonProxy({ address: { path: postgres.socket } });
  onStop(proxy.stop);

  const workerAddress = `http://${LOCAL_HOST}:${port}`;
  const vite = await createServer({
    root: `${ROOT}/web`,
    server: {
      proxy: { '/api': workerAddress, '/api_uploader': workerAddress, '/cdn-cgi/local': workerAddress },
    },
  });
  onStop(() => vite.close());
  await vite.listen();
  const url = (vite.resolvedUrls?.local[0] ?? workerAddress).replace(/\/$/, '');

  const bindings = await productBindings({
    url,
    workerUrl: postgres.workerUrl,
    proxyUrl: proxy.url,
    secrets: folder.secrets,
  });
  const variables = Object.entries(bindings).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const wrangler = spawn(
    process.execPath,
    [
      'node_modules/wrangler/bin/wrangler.js',
      'dev',
      '--port',
      String(port),
      '--persist-to',
      folder.file('runtime'),
      ...variables,
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, WRANGLER_LOG: 'log' } },
  );
  onStop(async () => {
    if (wrangler.exitCode === null && wrangler.kill('SIGTERM')) await once(wrangler, 'exit');
  });
  wrangler.once('exit', () => finish());
  console.log(`Web client at ${url}, its parts at ${url}/catalogue/, Worker at ${workerAddress}`);
});
