import './style/tokens.css';
import './style/base.css';
import './style/parts.css';
import './style/cards.css';
import './style/forms.css';
import './style/windows.css';
import './style/layout.css';
import { render } from 'preact';
import { extensions } from './extensions/index.ts';
import { registerExtensions } from './parts/extension.ts';
import { App } from './shell/app.tsx';
import { begin } from './shell/start-up.ts';
import { loadLanguage } from './text/text.ts';

registerExtensions(extensions);
await loadLanguage();
render(<App />, document.getElementById('app')!);
void begin();
