"""The log-linear taggers of Chieu and Ng (2002) and Niu et al. (2004)."""
