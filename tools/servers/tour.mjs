#!/usr/bin/env node
import './dist/tour/main.js';
