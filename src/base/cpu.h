/* What the processor can do, asked once. */
#ifndef CZ_BASE_CPU_H
#define CZ_BASE_CPU_H

#define CZ_CPU_ADX 1u  /* BMI2 and ADX: mulx, adcx, adox */
#define CZ_CPU_IFMA 2u /* AVX-512 F, DQ, VL and IFMA, enabled by the system */

/* A bit mask of the above. Set before main; 0 where nothing is known. CUZK_CPU=portable in the environment hides
 * everything, CUZK_CPU=adx hides IFMA, so that every path can be tested on one machine. */
extern const unsigned cz_cpu_features;

#endif
