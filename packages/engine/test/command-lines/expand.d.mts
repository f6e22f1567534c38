export declare const fixtureTime: number;
export declare const recordingUrl: URL;
export declare function fixture(): Record<string, string>;
export declare function systemFiles(): Record<string, string>;
export declare function commandLines(): Record<string, string[]>;
