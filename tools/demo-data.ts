import { openDataFolder } from './stack/data-folder.ts';
import { removeInstallation, startDatabase } from './stack/installation.ts';
import { runProgram } from './stack/program.ts';
import { dataPath } from './stack/settings.ts';

await runProgram(async ({ onStop, finish }) => {
  const folder = await openDataFolder(dataPath());
  onStop(folder.release);
  await removeInstallation(folder);
  const { installation } = await startDatabase(folder, { demo: true, onStop });
  console.log(`The demo data is new, with ${installation.sign_ins.length} sign-ins; npm start shows them.`);
  finish();
});
