import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './stack/failure.ts';
import { ROOT } from './stack/paths.ts';
import { runProgram } from './stack/program.ts';

interface LockedPackage {
  version: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

const USAGE = `node tools/complete-lock.ts

Adds to package-lock.json the packages for other systems that npm left out because the registry it asked lacks them: with
them missing, "npm ci" refuses the file on every machine. Run it after each change of dependencies.`;

await runProgram(async ({ finish }) => {
  const file = join(ROOT, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const added = missingOf(lock);
  Object.assign(lock.packages, added);
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(added).length} packages for other systems added to package-lock.json.`);
  finish();
}, USAGE);

function missingOf({ packages }: Lock): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue;
      missing[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
    }
  }
  return missing;
}

/** The system that a package is for, told from its name: `@oxlint/binding-linux-arm-musleabihf`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.replace(/^windows-|(?<=[-/])windows(?=-)/, 'win32').split(/[-/]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (!os || !cpu)
    throw new Failure(`${name} is missing in package-lock.json, and not because of another system.`);
  const libc = os === 'linux' && (/musl/.test(name) ? 'musl' : /gnu/.test(name) && 'glibc');
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
}
