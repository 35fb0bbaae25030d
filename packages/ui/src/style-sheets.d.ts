/** Style sheets are imported only for their effect. Vite collects them. */
declare module '*.css';
