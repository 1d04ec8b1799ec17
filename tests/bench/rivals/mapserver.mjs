import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { findFreePort, waitForPort } from '../hosts/ports.mjs';
import { startFastCgi } from './fastcgi.mjs';

const colours = { fillHex: '#e2dac4', lineHex: '#786e5a', dotHex: '#b43c28' };
const programs = ['mapserv', 'ogr2ogr', 'shptree', 'gdal_translate', 'gdaladdo', 'python3'];

/** Return the names of the rivals' programs that aren't installed. */
export function missingPrograms(...more) {
  return [...programs, ...more].filter((program) => {
    try {
      execFileSync('which', [program]);
      return false;
    } catch {
      return true;
    }
  });
}

/**
 * Write the bench files for MapServer in its fastest known configuration: its data is indexed and stays open, points are
 * images, and PNG compression is the fastest.
 *
 * @param {string} folder for its files; emptied first
 * @param {Map<string, string>} files GeoJSON by name
 * @param {Buffer | undefined} heights a GeoTIFF of one band
 * @returns the environment of MapServer, and functions that make the queries for images
 */
export function writeMapServerFiles(folder, files, heights) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/dot.png`, dot(colours.dotHex));
  const layers = [];
  for (const [file, text] of files) {
    const name = file.replace('.geojson', '');
    writeFileSync(`${folder}/${file}`, text);
    const kind = /"(?:Multi)?(Point|LineString|Polygon)"/.exec(text)[1];
    for (const [shape, options] of [
      [name, []],
      [`${name}-mercator`, ['-skipfailures', '-t_srs', 'EPSG:3857', '-clipsrc', '-180', '-85', '180', '85']],
    ]) {
      if (options.length > 0 && name !== 'countries') continue;
      execFileSync('ogr2ogr', [...options, '-lco', 'ENCODING=UTF-8', `${folder}/${shape}.shp`, `${folder}/${file}`], {
        stdio: 'ignore',
      });
      execFileSync('shptree', [`${folder}/${shape}.shp`], { stdio: 'ignore' });
      layers.push(layer(shape, kind, options.length > 0 ? 3857 : 4326));
    }
  }
  if (heights) {
    writeFileSync(`${folder}/stored.tif`, heights);
    execFileSync('gdal_translate', ['-q', '-co', 'TILED=YES', `${folder}/stored.tif`, `${folder}/heights.tif`]);
    execFileSync('gdaladdo', ['-q', '-r', 'average', `${folder}/heights.tif`, '2', '4', '8', '16']);
    layers.push(rasterLayer);
  }
  writeFileSync(`${folder}/bench.map`, mapFile(folder, layers));
  writeFileSync(`${folder}/mapserver.conf`, 'CONFIG\n  ENV\n    MS_MAP_PATTERN "."\n  END\nEND\n');
  const query = (parameters) => `map=${folder}/bench.map&${parameters}`;
  return {
    env: { MAPSERVER_CONFIG_FILE: `${folder}/mapserver.conf` },
    mapQuery: (name, extent, widthPx, heightPx) =>
      query(`mode=map&layers=${name}&mapext=${extent.join('+')}&mapsize=${widthPx}+${heightPx}`),
    tileQuery: (name, level, column, row) =>
      query(`mode=tile&tilemode=gmap&layers=${name}-mercator&tile=${column}+${row}+${level}`),
  };
}

/** Start one MapServer that stays in memory, without a web server. The parameters are those of `writeMapServerFiles`. */
export async function startMapServer(folder, files, heights) {
  const { env, mapQuery, tileQuery } = writeMapServerFiles(folder, files, heights);
  const server = await startFastCgi('/usr/bin/mapserv', `${folder}/mapserv.sock`, env);
  const image = async (query) => {
    const bytes = await server.ask(query);
    if (bytes.readUInt32BE(0) !== 0x89504e47) throw new Error(`MapServer: ${bytes.subarray(0, 300)}`);
    return bytes;
  };
  return {
    map: (...parameters) => image(mapQuery(...parameters)),
    tile: (...parameters) => image(tileQuery(...parameters)),
    stop: server.stop,
  };
}

/**
 * Start MapServer processes that stay in memory, behind lighttpd, which passes `/mapserv?<query>` to them.
 *
 * @param {string} folder with the files
 * @param {number} processCount
 * @param {Record<string, string>} env from `writeMapServerFiles`
 * @returns {Promise<{ pid: number, port: number, stop: () => Promise<void> }>}
 */
export async function startMapServerOverHttp(folder, processCount, env) {
  const port = await findFreePort();
  const variables = Object.entries(env).map(([name, value]) => `"${name}" => "${value}"`);
  writeFileSync(
    `${folder}/lighttpd.conf`,
    `server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
server.modules = ("mod_fastcgi")
server.max-keep-alive-requests = 100000
server.errorlog = "${folder}/lighttpd.log"
fastcgi.server = ("/mapserv" => ((
  "socket" => "${folder}/fastcgi.sock",
  "bin-path" => "/usr/bin/mapserv",
  "bin-environment" => (${variables.join(', ')}),
  "min-procs" => ${processCount},
  "max-procs" => ${processCount},
  # It treats SIGTERM as "end after the next request", and there is none.
  "kill-signal" => 9,
  "check-local" => "disable"
)))
`,
  );
  const started = spawn('lighttpd', ['-D', '-f', `${folder}/lighttpd.conf`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(started, 'exit');
  await waitForPort(port);
  return {
    pid: started.pid,
    port,
    async stop() {
      started.kill('SIGTERM');
      await ended;
    },
  };
}

const mapFile = (folder, layers) => `MAP
  NAME bench
  SIZE 1024 768
  MAXSIZE 4096
  EXTENT -180 -90 180 90
  UNITS DD
  SHAPEPATH "${folder}"
  IMAGECOLOR 255 255 255
  IMAGETYPE fast
  PROJECTION "init=epsg:4326" END
  OUTPUTFORMAT
    NAME fast
    DRIVER "AGG/PNG"
    MIMETYPE "image/png"
    IMAGEMODE RGB
    FORMATOPTION "COMPRESSION=1"
  END
  SYMBOL NAME "dot" TYPE PIXMAP IMAGE "${folder}/dot.png" END
${layers.join('\n')}
END
`;

function layer(name, kind, reference) {
  const { fillHex, lineHex } = colours;
  const styles = {
    Point: 'SYMBOL "dot"',
    LineString: `COLOR "${lineHex}" WIDTH 0.67`,
    Polygon: `COLOR "${fillHex}" OUTLINECOLOR "${lineHex}" WIDTH 0.67`,
  };
  const type = { Point: 'POINT', LineString: 'LINE', Polygon: 'POLYGON' }[kind];
  return `  LAYER
    NAME "${name}"
    TYPE ${type}
    DATA "${name}"
    STATUS OFF
    PROCESSING "CLOSE_CONNECTION=DEFER"
    PROJECTION "init=epsg:${reference}" END
    CLASS STYLE ${styles[kind]} END END
  END`;
}

const rasterLayer = `  LAYER
    NAME "heights"
    TYPE RASTER
    DATA "heights.tif"
    STATUS OFF
    PROCESSING "SCALE=-1200,1200"
    PROCESSING "RESAMPLE=BILINEAR"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    PROJECTION "init=epsg:4326" END
  END`;

/** Return an image of a circle five pixels wide. */
function dot(hex) {
  const image = new PNG({ width: 5, height: 5 });
  const color = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  for (let i = 0; i < 25; i++) {
    const isCorner = Math.abs((i % 5) - 2) === 2 && Math.abs(Math.floor(i / 5) - 2) === 2;
    image.data.set([...color, isCorner ? 0 : 255], 4 * i);
  }
  return PNG.sync.write(image);
}
