import { defineConfig, mergeConfig } from 'vite';
import { kernelPlugin } from '../../src/build/kernel-plugin.ts';
import app from '../../vite.config.ts';

/** The app, with a page that calls handlers directly. */
export default mergeConfig(app, defineConfig({ plugins: [kernelPlugin()] }));
