import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { startLanguage } from './lib/i18n/index.svelte';
import { paint } from './lib/session.svelte';

paint();
startLanguage();
mount(App, { target: document.getElementById('app') as HTMLElement });
